// Every sentence has a step, so that a dry run counts scenarios and finds what no step could understand.
import { Given } from "@cucumber/cucumber";

Given(/^([^<>]|<=?|>=?)*$/, () => {});

// Validates cases by their schema: node validate.mjs cases.schema.json cases.json
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const [schema, cases] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const valid = new Ajv({ strict: true }).compile(schema);
const fits = valid(cases);
console.log(fits ? `${cases.length} cases are valid` : JSON.stringify(valid.errors, null, 1));
process.exit(fits ? 0 : 1);

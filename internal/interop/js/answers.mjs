// What the flows have in common: an account, answers that are compared with what the service promises, and an end. The
// first surprise ends the program with exit code 1.
import assert from "node:assert/strict";

// connection is the account's connection string, from the environment variable AZURE_STORAGE_CONNECTION_STRING.
export const connection = process.env.AZURE_STORAGE_CONNECTION_STRING;
if (!connection) {
  console.error("set AZURE_STORAGE_CONNECTION_STRING");
  process.exit(2);
}

let steps = 0;

// codeOf is the service's error code, where the client of that service has it.
function codeOf(error) {
  return error.details?.odataError?.code ?? error.details?.errorCode ?? error.code;
}

// done waits for a call that must succeed.
export async function done(what, call) {
  try {
    const answer = await call;
    steps++;
    return answer;
  } catch (error) {
    throw new Error(`${what}: want success, got ${error.statusCode} ${codeOf(error) ?? error.message}`);
  }
}

// refused waits for a call that must be refused with this status and code.
export async function refused(what, status, code, call) {
  let answer;
  try {
    answer = await call;
  } catch (error) {
    assert.equal(`${error.statusCode} ${codeOf(error)}`, `${status} ${code}`, what);
    steps++;
    return;
  }
  throw new Error(`${what}: want ${status} ${code}, got success (${JSON.stringify(answer)})`);
}

// until asks again and again for what only time brings, and fails after ten seconds.
export async function until(what, ask) {
  for (const began = Date.now(); Date.now() - began < 10e3;) {
    const answer = await ask();
    if (answer) {
      steps++;
      return answer;
    }
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error(`${what}: not within ten seconds`);
}

// run makes the place, does the parts in order and removes the place, whatever happens.
export async function run(make, parts, remove) {
  try {
    await done("create", make());
    try {
      for (const part of parts) {
        await part();
        console.log(`ok ${part.name}`);
      }
    } finally {
      await done("delete", remove());
    }
    console.log(`${steps} answers as promised`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

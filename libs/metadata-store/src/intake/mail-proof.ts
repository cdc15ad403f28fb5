import { type Queryable, toStorableText } from "@ruaflow/postgres";

/** Saves what was proven of the sender when a mail was received. Does nothing for a submission that is not kept. */
export async function saveMailProof(database: Queryable, submissionId: string, proof: object): Promise<void> {
  await database.query("UPDATE submissions SET mail_proof = $2 WHERE id = $1 AND mail_proof IS NULL", [
    submissionId,
    JSON.stringify(proof, (_key, value: unknown) =>
      typeof value === "string" ? toStorableText(value, Number.POSITIVE_INFINITY) : value,
    ),
  ]);
}

/** What was saved of a mail; `null` without it. */
export async function readMailProof(database: Queryable, submissionId: string): Promise<unknown> {
  const [row] = await database.query<{ mail_proof: unknown }>("SELECT mail_proof FROM submissions WHERE id = $1", [
    submissionId,
  ]);
  return row?.mail_proof ?? null;
}

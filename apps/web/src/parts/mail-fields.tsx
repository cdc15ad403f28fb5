import { ParameterSelect } from "../filter/parameter-fields.tsx";

/** What became of mail: fields that set the result and the disposition in the address. */
export function MailFields({ label }: { readonly label: string }) {
  return (
    <>
      <ParameterSelect
        label={label}
        name="result"
        all="passed or failed"
        options={[
          { value: "pass", text: "passed DMARC" },
          { value: "fail", text: "failed DMARC" },
        ]}
      />
      <ParameterSelect
        label={`${label} was`}
        name="disposition"
        all="delivered or not"
        options={[
          { value: "none", text: "delivered" },
          { value: "quarantine", text: "quarantined" },
          { value: "reject", text: "refused" },
        ]}
      />
    </>
  );
}

import { Type } from "typebox";

const Disposed = (what: string, example: number) =>
  Type.Integer({ description: `Messages ${what}.`, examples: [example] });

export const DispositionsSchema = Type.Object(
  {
    none: Disposed("that receivers delivered as usual", 1184),
    quarantine: Disposed("that receivers treated as suspicious", 10),
    reject: Disposed("that receivers refused", 6),
    pass: Disposed("whose reports state pass, as RFC 9990 has it for mail that no policy was applied to", 0),
    other: Disposed("whose reports state another value, or none", 0),
  },
  { description: "What receivers did with the messages of the period. group_by=disposition has more about each." },
);

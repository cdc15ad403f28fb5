/** SQL: the domains that SPF or DKIM authenticated, as an array; `of` names the subquery, with a point. */
export function passedNames(kind: "dkim" | "spf", of = ""): string {
  const column = `${of}${kind}_passed`;
  return `if(empty(${column}), emptyArrayString(), splitByChar('\\n', toString(${column})))`;
}

/** SQL: the distinct members of a list in all rows of a group, in order. */
export function listDistinct(list: string, membersMax: number): string {
  return `arraySlice(arraySort(groupUniqArrayArray(${list})), 1, ${membersMax})`;
}

import { toClientPath } from "../address.ts";
import { useFilter } from "../filter/filter.ts";

interface ClientLinkProps {
  /** Nothing is shown without one. */
  readonly reference: string | null | undefined;
}

/** A client's name, which leads to its home. */
export function ClientLink({ reference }: ClientLinkProps) {
  const { linkTo } = useFilter();
  if (!reference) return null;
  return <a href={toClientPath(reference, linkTo)}>{reference}</a>;
}

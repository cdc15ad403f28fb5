/**
 * Paths of the page's views; `:id` stands for one segment. The router shows the view, and the API answers each path with the
 * page, so that a link to a view can be opened and reloaded.
 */
export const paths = {
  overview: "/",
  signIn: "/sign-in",
  share: "/share",
  attention: "/attention",
  sources: "/sources",
  sender: "/sources/sender",
  failures: "/failures",
  records: "/records",
  clients: "/clients",
  client: "/clients/:reference",
  reports: "/reports",
  report: "/reports/:id",
  domains: "/domains",
  domain: "/domains/:id",
  arrived: "/arrived",
  arrival: "/arrived/:id",
  /** Earlier paths of what arrived; they lead to those of today. */
  submissions: "/submissions",
  submission: "/submissions/:id",
  upload: "/upload",
  webhooks: "/webhooks",
  webhook: "/webhooks/:id",
  delivery: "/webhooks/:id/deliveries/:delivery",
  keys: "/keys",
  operator: "/operator",
} as const;

/** What kinds of services there are, each with what its services do. The list is closed: answers and SQL name these. */
const descriptions = {
  mailbox_provider: "Mailboxes for people, under the provider's or the customer's domains",
  isp: "Access to the internet, with the mailboxes and connections of its customers",
  hosting: "Web hosting and servers, from which customers' sites, panels and mail servers send",
  security_gateway: "Filters and relays the mail of an organization that has its mailboxes elsewhere",
  forwarding: "Forwards other people's mail: aliases, redirections and mailing lists",
  email_delivery: "Sends mail for applications, by API or SMTP; other services also send through it",
  marketing: "Newsletters and campaigns",
  crm: "Customer, member and donor relations, and business suites",
  support: "Help desks and service desks",
  ecommerce: "Shops, marketplaces, payments, reviews and bookings",
  hr_finance: "Hiring, payroll, invoices and accounting",
  events_surveys: "Events, webinars, appointments, forms and surveys",
  collaboration: "Files, meetings, projects, signatures and learning",
  developer: "Code, operations and sign-in",
  social: "Social networks",
  own: "The organization's own servers; only overrides use this category",
} as const;

export type ServiceCategory = keyof typeof descriptions;

export const serviceCategories = Object.keys(descriptions) as readonly ServiceCategory[];

export function describeCategory(category: ServiceCategory): string {
  return descriptions[category];
}

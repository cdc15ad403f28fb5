const MANY = String(2 ** 40);

/** Settings of a service that generated mails reach at volume: they carry no signature, and a day has more of them than one in operation. */
export const unboundedMail = {
  RUAFLOW_UNPROVEN_DOMAIN_BYTES_MAX: MANY,
  RUAFLOW_UNPROVEN_DOMAIN_RECORDS_MAX: MANY,
  RUAFLOW_UNPROVEN_NETWORK_BYTES_MAX: MANY,
  RUAFLOW_UNPROVEN_NETWORK_RECORDS_MAX: MANY,
};

import { toInputFile } from "../input-file.ts";

/** Files that an MSP's mailbox gets beside reports, and that are refused, or no reports. */
export const refusedFiles = [
  { name: "truncated.xml", xml: '<?xml version="1.0"?><feedback><report_metadata><org_name>mail.example</org_name>' },
  {
    name: "newsletter.eml",
    xml: "From: news@vendor.example\r\nSubject: Our offers in autumn\r\n\r\nNothing to see here.\r\n",
  },
  { name: "empty-period.xml", xml: "<feedback><report_metadata/></feedback>" },
  { name: "notes.txt", xml: "Call the client about DMARC." },
].map(toInputFile);

export { createReverseDns, type ReverseAnswer, type ReverseDns } from "./reverse-dns.ts";

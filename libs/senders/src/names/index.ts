export { nameSender, type Sender, type SenderKind, senderKinds } from "./sender-name.ts";

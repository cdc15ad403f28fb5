export { type Answer, type ReceivedRequest, type Receiver, type ReceiverOptions, startReceiver } from "./receiver.ts";

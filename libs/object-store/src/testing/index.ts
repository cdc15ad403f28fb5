export { hasS3Server, type S3Server, startS3Server } from "./start-s3-server.ts";

import { Type } from "typebox";

/** Settings of every process that listens, for its schema. */
export const httpSettings = (port: number) => ({
  RUAFLOW_HOST: Type.String({ default: "127.0.0.1", description: "Address to listen on." }),
  RUAFLOW_PORT: Type.Integer({ default: port, minimum: 0, maximum: 65535, description: "Port to listen on; 0: any." }),
});

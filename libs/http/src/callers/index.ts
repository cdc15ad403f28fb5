export { isLocal, isLoopbackHost, requirePrivate } from "./connection.ts";
export { removeSessionCookie, setSessionCookie } from "./session-cookie.ts";
export { findRequestSession, type RequestSession, requireCsrfToken, toCsrfToken } from "./sessions.ts";

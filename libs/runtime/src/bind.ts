/** Binds a connection to functions that take it as their first argument, so that callers never see the connection. */
export function bindTo<Context>(context: Context) {
  return <Args extends unknown[], Result>(query: (context: Context, ...args: Args) => Result) =>
    (...args: Args): Result =>
      query(context, ...args);
}

/**
 * Reads a value once per topic and caches it; failures are not cached. Concurrent calls share one read and resolve in
 * the order of the calls: appends that wait for it must not overtake one another.
 */
export function readOncePerTopic<Value>(read: (topic: string) => Promise<Value>): (topic: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (topic) => {
    const value = known.get(topic) ?? read(topic);
    known.set(topic, value);
    value.catch(() => known.delete(topic));
    return value;
  };
}

/** Allowed transitions: for each status, the statuses that may follow. A missing status is a compile error. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>

/** Says whether `table` allows the transition from `from` to `to`; staying the same is no transition. */
export function canTransition<S extends string>(table: Transitions<S>, from: S, to: S): boolean {
  return table[from].includes(to)
}

/** Refuses a transition that `table` does not list: null when allowed, else `invalid_transition` with the labels of both statuses. */
export function checkTransition<S extends string>(
  table: Transitions<S>,
  from: S,
  to: S,
  labels: Readonly<Record<S, string>>,
): { code: 'invalid_transition'; from: string; to: string } | null {
  if (canTransition(table, from, to)) return null
  return { code: 'invalid_transition', from: labels[from].toLowerCase(), to: labels[to].toLowerCase() }
}

/** Allowed transitions: for each status, the statuses that may follow. A missing status is a compile error. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>

/** Says whether `table` allows the transition from `from` to `to`; staying the same is no transition. */
export function canTransition<S extends string>(table: Transitions<S>, from: S, to: S): boolean {
  return table[from].includes(to)
}

/** Refuses a transition that `table` does not list: null when allowed, else `invalid_transition` with both statuses. */
export function checkTransition<S extends string>(
  table: Transitions<S>,
  from: S,
  to: S,
): { code: 'invalid_transition'; from: S; to: S } | null {
  return canTransition(table, from, to) ? null : { code: 'invalid_transition', from, to }
}

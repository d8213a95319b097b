/** States that have an order: for each state, the states it may move to. A forgotten state is a compile error. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>

/** Says whether `table` lets `from` move to `to`; staying in place is no move. */
export function canTransition<S extends string>(table: Transitions<S>, from: S, to: S): boolean {
  return table[from].includes(to)
}

/** Refuses a move that `table` does not list: null when allowed, else `invalid_transition` with both states. */
export function checkTransition<S extends string>(
  table: Transitions<S>,
  from: S,
  to: S,
): { code: 'invalid_transition'; from: S; to: S } | null {
  return canTransition(table, from, to) ? null : { code: 'invalid_transition', from, to }
}

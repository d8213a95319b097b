import type { NamedTest } from '../requirement-rows.ts'
import { pick } from './pick-rows.ts'
import { patternOf, type Reached } from './run-tests.ts'
import type { Mutant } from './sandbox.ts'

/** Says whether the tests of a row fail when the product is broken where they run; `survivors` are the mutants that they did not notice. */
interface Verdict {
  kind: 'proved' | 'hollow' | 'nothing to break'
  survivors: Mutant[]
}

/** Words of a row that say what it is about. */
const WORD = /[a-z]{4,}/g

/**
 * Chooses places of the product that are a row's own: of those that its tests reach, the ones whose line has the most words of the row,
 * then the ones that the fewest other tests reach.
 */
export function chooseMutants(
  { item, tests }: { item: string; tests: readonly NamedTest[] },
  reached: Reached,
  mutants: ReadonlyMap<string, Mutant>,
  seed: string,
  count: number,
): Mutant[] {
  const pattern = new RegExp(patternOf(tests))
  const isOfRow = (name: string) => tests.some(({ path }) => name.startsWith(`${path}: `)) && pattern.test(name)
  const own = new Set<string>()
  const uses = new Map<string, number>()
  for (const [name, ids] of reached) {
    for (const id of ids) {
      if (isOfRow(name)) own.add(id)
      else uses.set(id, (uses.get(id) ?? 0) + 1)
    }
  }
  const words = [...new Set(item.toLowerCase().match(WORD))]
  const rank = (mutant: Mutant) => {
    const text = mutant.text.toLowerCase()
    return { mutant, shared: words.filter((word) => text.includes(word)).length, uses: uses.get(mutant.id) ?? 0 }
  }
  return pick([...own], seed, own.size)
    .flatMap((id) => mutants.get(id) ?? [])
    .map(rank)
    .sort((a, b) => b.shared - a.shared || a.uses - b.uses)
    .map(({ mutant }) => mutant)
    .filter(({ path, line }, at, all) => all.findIndex((other) => other.path === path && other.line === line) === at)
    .slice(0, count)
}

/** Breaks the product at one place after the other until the tests notice. */
export function judgeRow(mutants: readonly Mutant[], isNoticed: (mutant: Mutant) => boolean): Verdict {
  if (mutants.length === 0) return { kind: 'nothing to break', survivors: [] }
  const noticed = mutants.findIndex(isNoticed)
  return noticed < 0 ? { kind: 'hollow', survivors: [...mutants] } : { kind: 'proved', survivors: mutants.slice(0, noticed) }
}

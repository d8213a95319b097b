import { useState } from 'react'

/** The parts of the form that can be collapsed; payment stays open. */
export type SectionName = 'contact' | 'delivery'

/**
 * Tracks the open sections. A form that starts filled in starts collapsed; once something is typed, only the buyer (or an error) opens
 * and closes.
 */
export function useSections(isFilled: boolean) {
  const [chosen, setChosen] = useState<Partial<Record<SectionName, boolean>>>({})
  const isOpen = (name: SectionName) => chosen[name] ?? !isFilled
  return {
    isOpen,
    set: (name: SectionName, isNowOpen: boolean) => setChosen((before) => ({ ...before, [name]: isNowOpen })),
    /** Stops sections from opening or closing by themselves. */
    hold: () => setChosen((before) => ({ contact: !isFilled, delivery: !isFilled, ...before })),
  }
}

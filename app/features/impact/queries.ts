import type { Read } from '#app/lib/api.ts'
import type { ImpactMachine, SavedImpact } from '#contract/impact/impact.ts'

/** Machines with an impact model, with their current prices. */
export const impactMachinesQuery: Read<ImpactMachine[]> = {
  queryKey: ['impact', 'machines'],
  read: async (api, signal) => (await api.impact.machines({ signal })).items,
}

/** A saved result, which never changes. */
export const savedImpactQuery = (key: string): Read<SavedImpact> => ({
  queryKey: ['impact', 'results', key],
  read: (api, signal) => api.impact.byKey({ params: { key }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

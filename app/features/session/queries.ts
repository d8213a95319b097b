import { api } from '#app/lib/api.ts'

/** Who is signed in. Never tried again (S269), never taken from an old cache. */
export const meQuery = (token: string | null) => ({
  queryKey: ['me', token] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.auth.me({ signal })).user,
  enabled: token !== null,
  retry: false,
  staleTime: 60_000,
})

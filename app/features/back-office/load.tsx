import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { queryOf, type Read } from '#app/lib/load.ts'

/** Reads something and shows it; until then that it loads, or why it could not be read, with another try. */
export function Load<Value>({ read, failure, children }: { read: Read<Value>; failure: string; children: (value: Value) => ReactNode }) {
  const result = useQuery({ ...queryOf(read), placeholderData: keepPreviousData })
  if (result.isError) {
    return (
      <div className="py-4">
        <p role="alert" className="notice bad mb-4">
          {messageOf(result.error, failure)}
        </p>
        <button type="button" className="button" onClick={() => void result.refetch()}>
          Try again
        </button>
      </div>
    )
  }
  if (result.data === undefined) {
    return (
      <div role="status" className="py-4">
        <span className="text-ink-2">Loading...</span>
        <div className="skeleton mt-4 h-40" />
      </div>
    )
  }
  return <div aria-busy={result.isPlaceholderData || undefined}>{children(result.data)}</div>
}

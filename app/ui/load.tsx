import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf, queryOf, type Read } from '#app/lib/api.ts'
import { ReadFailed } from './read-failed.tsx'

interface LoadProps<Value> {
  read: Read<Value>
  /** Message for a call that did not reach the server. */
  failure: string
  children: (value: Value) => ReactNode
}

/**
 * Reads something and shows it; until then that it loads, or why it could not be read, with another try.
 * What was shown stays when a later reading fails: a form in it keeps what was typed.
 */
export function Load<Value>({ read, failure, children }: LoadProps<Value>) {
  const result = useQuery({ ...queryOf(read), placeholderData: keepPreviousData })
  return (
    <>
      {result.isError && (
        <div className="py-4">
          <ReadFailed text={messageOf(result.error, failure)} isReading={result.isFetching} onAgain={() => void result.refetch()} />
        </div>
      )}
      {result.isPending && <LoadingSkeleton />}
      {result.data !== undefined && <div aria-busy={result.isPlaceholderData || undefined}>{children(result.data)}</div>}
    </>
  )
}

/** A place that fills up, until it has. */
export function LoadingSkeleton() {
  return (
    <div role="status" className="py-4">
      <span className="text-ink-2">Loading...</span>
      <div className="skeleton mt-4 h-40" />
    </div>
  )
}

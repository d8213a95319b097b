import { type ReactNode, Suspense, useEffect } from 'react'
import { Await, useAsyncError, useNavigate } from 'react-router'
import { TakeOver } from './take-over.tsx'

interface DeferredProps<Value> {
  value: Value | Promise<Value>
  /** Gets null while the promise is pending. */
  children: (value: Value | null) => ReactNode
}

/**
 * Renders a value, or its placeholder until the promise of it settles. A late redirect is followed, an error goes to the route's boundary.
 */
export function Deferred<Value>({ value, children }: DeferredProps<Value>) {
  return (
    <Suspense fallback={children(null)}>
      <TakeOver>
        <Await resolve={value} errorElement={<Failure />}>
          {children}
        </Await>
      </TakeOver>
    </Suspense>
  )
}

function Failure(): null {
  const error = useAsyncError()
  const navigate = useNavigate()
  const target = error instanceof Response ? error.headers.get('location') : null
  useEffect(() => {
    if (target !== null) void navigate(target, { replace: true })
  }, [target, navigate])
  if (target === null) throw error
  return null
}

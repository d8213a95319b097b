import { useEffect, useState } from 'react'

/** A value as it is once it has stayed the same for so long, in ms. */
export function useDebouncedValue<Value>(value: Value, milliseconds: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return later
}

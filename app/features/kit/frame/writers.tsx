import { createContext, type ReactNode, useContext } from 'react'

/** True unless the duties of the reader only read what the screen is about. */
export const MayWrite = createContext(true)

/** Returns whether the reader may change what the screen is about. */
export const useMayWrite = (): boolean => useContext(MayWrite)

/** Shows its children, such as a button, to those who may change what the screen is about; the server refuses others too. */
export function Writers({ children }: { children: ReactNode }) {
  return useMayWrite() ? children : null
}

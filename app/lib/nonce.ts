import { createContext } from 'react'

/** Nonce of the scripts of the page that is being rendered; none in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

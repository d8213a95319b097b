import { createContext } from 'react-router'
import type { ShopApi } from './api.ts'

/** What the server hands to a page that it renders: its calls in process, and the nonce of the answer. */
export const apiContext = createContext<ShopApi>()
export const nonceContext = createContext<string>('')
/** Tells whether the page is made again because something that it reads failed: then it says that the shop is away. */
export const awayContext = createContext(false)

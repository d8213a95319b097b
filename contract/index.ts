import * as z from 'zod/mini'
import { auth } from './auth.ts'
import { businesses } from './businesses.ts'
import { cart } from './cart.ts'
import { categories } from './categories.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { checkout, orders } from './orders.ts'
import { products } from './products.ts'
import { shop } from './shop.ts'

z.config(z.locales.en())

/** Every call of the product, by noun. */
export const contract = { auth, products, businesses, categories, shop, cart, checkout, orders, imports, health }
export type Contract = typeof contract

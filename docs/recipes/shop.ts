import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

export const shop = createClient<paths>({
  baseUrl: process.env.SHOP ?? 'http://localhost:3000',
  headers: { authorization: `Bearer ${process.env.TOKEN}` },
})

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What public screens are made of. From this many screens on, a part of it travels with the shell: every file costs a round trip. */
const SHELL = /\/(app\/(lib|ui|features\/(shell|session|cart|products))|domain|contract)\//
const SHARED_BY = 4

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // the table of the back office stays out of what shoppers load: it travels with the grid
              groups: [
                { name: 'library', test: /node_modules\/(?!@tanstack\/(react-)?(table|store))/, priority: 2 },
                { name: 'shell', test: SHELL, minShareCount: SHARED_BY, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})

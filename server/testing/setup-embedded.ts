export { setupEmbedded as default } from './databases.ts'

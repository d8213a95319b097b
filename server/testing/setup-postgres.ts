export { setupPostgres as default } from './databases.ts'

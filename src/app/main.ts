import { startServer } from './process.ts'

startServer()

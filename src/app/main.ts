import { runProcess } from './process.ts'

runProcess()

import 'fastify'
import type { BodyMessages } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyMessages?: BodyMessages
  }
}

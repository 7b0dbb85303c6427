import 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The message for an upload above the endpoint's size. */
    tooLarge?: string | undefined
  }
}

import 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Words for an upload above the endpoint's size. */
    tooLarge?: string | undefined
  }
}

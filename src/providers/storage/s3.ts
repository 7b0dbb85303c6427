import type { LookupFunction } from 'node:net'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { ProviderFailure } from '../failure.ts'
import { publicLookup } from '../public-address.ts'
import { requireStorageKey, type S3Settings, type Storage } from './port.ts'

/** How long a connection and a response may take, and how often a call is tried, because a user waits for it. */
const CONNECT_MS = 3_000
const ANSWER_MS = 10_000
const TRIES = 3

/** The error name of the protocol or the connection. */
const codeOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const failure = (error: unknown) =>
  new ProviderFailure('Storage', 'The files cannot be reached right now.', true, { code: codeOf(error) })

/**
 * Files as objects of a bucket, over the S3 protocol. With a custom endpoint the bucket is in the path. Without keys the SDK
 * finds them like every AWS program, and renews them: environment, web identity, shared files, container, instance role
 * (docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html).
 */
export const s3Storage = (
  { bucket, endpoint, region, keys }: S3Settings,
  { answerMs = ANSWER_MS, lookup = publicLookup([]) }: { answerMs?: number; lookup?: LookupFunction } = {},
): Storage => {
  const client = new S3Client({
    region,
    ...(keys === null ? {} : { credentials: keys }),
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      // A response may also stop halfway.
      socketTimeout: answerMs,
      httpAgent: { lookup },
      httpsAgent: { lookup },
    },
    ...(endpoint ? { endpoint: endpoint.href, forcePathStyle: true } : {}),
  })
  const place = (key: string) => ({ Bucket: bucket, Key: `files/${requireStorageKey(key)}` })
  return {
    put: async (key, bytes) => {
      const command = new PutObjectCommand({
        ...place(key),
        Body: bytes,
        ContentType: 'application/octet-stream',
      })
      try {
        await client.send(command)
      } catch (error) {
        throw failure(error)
      }
    },
    get: async key => {
      const command = new GetObjectCommand(place(key))
      try {
        const { Body } = await client.send(command)
        return Body ? await Body.transformToByteArray() : null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw failure(error)
      }
    },
    remove: async key => {
      const command = new DeleteObjectCommand(place(key))
      try {
        await client.send(command)
      } catch (error) {
        throw failure(error)
      }
    },
  }
}

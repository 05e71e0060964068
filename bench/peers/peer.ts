import type { Database, Sql } from '#database/sql.ts'

export type PeerDatabase = Exclude<Database, string>

export const PAGE = 5

/** A project of the generated data set with numbers and dates written out. */
export type PeerProject = {
  id: number
  tagIds: number[]
  slug: string
  name: string
  shortDescription: string
  description: string
  client: string
  developerRequirements: string[]
  projectRequirements: string[]
  dateStart: string | null
  dateEnd: string | null
  enrollmentStart: string | null
  enrollmentEnd: string | null
  teamLimit: number | null
}

export type PeerData = { tags: string[]; projects: PeerProject[] }

/** The same questions to every program. */
export type Paths = {
  list(page: number): string
  detail(slug: string): string
  /** Projects with this tag that can be applied for today. */
  filter(tag: number, page: number, today: string): string
  /** Projects that have both words. */
  search(words: [string, string]): string
}

export type Peer = {
  name: string
  /** Exact versions; installed into a temporary folder. */
  packages: Record<string, string>
  /** Packages that are replaced by an empty one: they would be compiled, and nothing that is measured uses them. */
  without?: string[]
  /** Writes the program; returns the arguments and the environment of the Node process that runs it in that folder. */
  write(folder: string, database: PeerDatabase, port: number): { args: string[]; env: Record<string, string>; before?: string[] }
  /** Answers 200 when the program serves. */
  readyPath: string
  /** Before the program starts. */
  createTables?(sql: Sql): Promise<void>
  /** Once it serves: what it is told through its own API. */
  prepare?(origin: string): Promise<void>
  fill(sql: Sql, data: PeerData): Promise<void>
  paths: Paths
  /** Of the body of a list: how many there are in all, and those on this page. */
  read(body: unknown): { total: number; slugs: string[] }
}

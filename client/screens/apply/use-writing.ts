import { useEffect, useRef, useState } from 'preact/hooks'
import { type Draft, dropDraft, keepDraft } from '#client/drafts.ts'
import { t } from '#client/texts/index.ts'
import type { Project } from '#contract/project.ts'
import { session } from '#ui/session.ts'
import { w } from '#ui/shared-texts.ts'
import { tell } from '#ui/toast.tsx'

const KEEP_MS = 300

export type TeamChoice = { id: number; name: string }

const freshDraft = ({ slug, name }: Project): Draft => ({
  slug,
  project: name,
  teamName: '',
  person: session.peek().state === 'signed-in' ? (session.peek() as { userId: number }).userId : null,
  team: null,
  message: '',
  files: [],
  key: crypto.randomUUID(),
  isPrepared: false,
  refusal: null,
})

export const isBlank = ({ message, files }: Draft): boolean => message === '' && files.length === 0

/** An application being written: every change is on the device a moment later. */
export function useWriting(project: Project, teams: TeamChoice[], kept: Draft | null) {
  const [draft, setDraft] = useState<Draft>(() => {
    const begun = kept ?? freshDraft(project)
    const team = teams.find(({ id }) => id === begun.team) ?? teams[0]!
    return { ...begun, project: project.name, team: team.id, teamName: team.name }
  })
  const unkept = useRef<Draft | null>(null)
  const timer = useRef(0)
  const keep = async () => {
    clearTimeout(timer.current)
    const now = unkept.current
    unkept.current = null
    if (now !== null) await (isBlank(now) ? dropDraft(now.slug) : keepDraft(now))
  }
  useEffect(() => () => void keep(), [])
  const change = (part: Partial<Draft>) => {
    // Other content is another call: the server would not take it under the key of the former.
    const next = { ...draft, ...part, key: crypto.randomUUID(), refusal: null }
    setDraft(next)
    unkept.current = next
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void keep(), KEEP_MS)
  }
  const discard = () => {
    const { message, files } = draft
    change({ message: '', files: [] })
    tell(t('apply.discarded'), { label: w('undo'), run: () => change({ message, files }) })
  }
  return { draft, change, keep, discard }
}

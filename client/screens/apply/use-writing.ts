import { useEffect, useRef, useState } from 'preact/hooks'
import { type Draft, deleteDraft, saveDraft } from '#client/drafts.ts'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { authorId } from '#ui/session/session.ts'
import { w } from '#ui/shared-texts.ts'

const SAVE_DELAY_MS = 300

export type TeamChoice = { id: number; name: string }

const newDraft = ({ slug, name }: Project): Draft => ({
  slug,
  project: name,
  teamName: '',
  person: authorId(),
  team: null,
  message: '',
  files: [],
  key: crypto.randomUUID(),
  isPrepared: false,
  refusal: null,
})

export const isBlank = ({ message, files }: Draft): boolean => message === '' && files.length === 0

/** The draft being edited. Changes are saved on the device, debounced. */
export function useWriting(project: Project, teams: TeamChoice[], saved: Draft | null) {
  const [draft, setDraft] = useState<Draft>(() => {
    const initial = saved ?? newDraft(project)
    const team = teams.find(({ id }) => id === initial.team) ?? teams[0]!
    return { ...initial, project: project.name, team: team.id, teamName: team.name }
  })
  const unsaved = useRef<Draft | null>(null)
  const timer = useRef(0)
  const save = async () => {
    clearTimeout(timer.current)
    const now = unsaved.current
    unsaved.current = null
    if (now !== null) await (isBlank(now) ? deleteDraft(now.slug) : saveDraft(now))
  }
  useEffect(() => () => void save(), [])
  const change = (part: Partial<Draft>) => {
    // New content needs a new idempotency key: the server rejects a reused key with another body.
    const next = { ...draft, ...part, key: crypto.randomUUID(), refusal: null }
    setDraft(next)
    unsaved.current = next
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void save(), SAVE_DELAY_MS)
  }
  const discard = () => {
    const { message, files } = draft
    change({ message: '', files: [] })
    tell(t('apply.discarded'), { label: w('undo'), run: () => change({ message, files }) })
  }
  return { draft, change, save, discard }
}

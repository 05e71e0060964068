import { useRef, useState } from 'preact/hooks'
import type { EmailChoice } from '#contract/console/import-email.ts'
import type { ImportOptions, SheetColumns } from '#contract/console/import-options.ts'
import type { ImportReport, SheetKind } from '#contract/console/spreadsheet.ts'
import { useSending } from './upload.ts'

// The steps of an import: choose a file, match its columns, check and correct its rows, done. The file stays in the browser and is sent with
// every check, so the service stores nothing until the import.

export type Step = 'choose' | 'columns' | 'check' | 'done'
export type Edits = ReadonlyMap<string, { row: number; column: number; text: string }>
export type Terms = NonNullable<ImportOptions['terms']>
/** What the columns of the file mean. */
export type Mapping = { headRow: number; columns: (string | null)[]; fillDown: number[] }

const mappingOf = ({ headRow, columns }: SheetColumns): Mapping => ({
  headRow,
  columns: columns.map(({ column }) => column),
  fillDown: columns.flatMap(({ fillDown }, at) => (fillDown ? [at] : [])),
})

/** What the curator has decided about the file. */
type Choices = { mapping: Mapping | null; edits: Edits; terms: Terms; isInviting: boolean; isImportingTotals: boolean; emails: EmailChoice }
const noChoices: Choices = { mapping: null, edits: new Map(), terms: [], isInviting: false, isImportingTotals: false, emails: 'now' }

const optionsOf = ({ mapping, edits, terms, isInviting, isImportingTotals, emails }: Choices, isJson: boolean): ImportOptions => ({
  ...(isJson ? { columns: mapping!.columns } : mapping!),
  edits: [...edits.values()],
  terms,
  inviteMissing: isInviting,
  importTotals: isImportingTotals,
  emails,
})

export type ImportState = ReturnType<typeof useImport>

export function useImport(kind: SheetKind) {
  const sending = useSending(kind)
  const [file, setFile] = useState<File | null>(null)
  const [step, setStep] = useState<Step>('choose')
  const [sheet, setSheet] = useState<SheetColumns | null>(null)
  const [choices, setChoices] = useState(noChoices)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [error, setError] = useState<unknown>(null)
  const retry = useRef<() => void>(() => {})
  const latest = useRef(choices) // a second cell may be corrected before the first is rendered
  const checks = useRef(0)

  function choose(change: Partial<Choices>): Choices {
    latest.current = { ...latest.current, ...change }
    setChoices(latest.current)
    return latest.current
  }

  /** Shows a problem; the same can be tried again. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setError(null)
    retry.current = () => void attempt(work)
    try {
      await work()
    } catch (problem) {
      setError(problem)
    }
  }

  /** Of several checks only the last answer counts. */
  async function check(chosen: File, isJson: boolean): Promise<void> {
    const nth = ++checks.current
    const answer = await sending.send(chosen, 'try', optionsOf(latest.current, isJson))
    if (nth !== checks.current) return
    setReport(answer)
    setStep('check')
  }
  const isJson = sheet?.format === 'json'
  const recheck = (change: Partial<Choices>) =>
    attempt(async () => {
      choose(change)
      await check(file!, isJson)
    })

  return {
    ...choices,
    ...{ kind, file, step, sheet, report, error, progress: sending.step },
    retry: () => retry.current(),
    /** Reads the columns; a file whose columns are all known is checked at once. */
    choose: (chosen: File, headRow?: number) =>
      attempt(async () => {
        setFile(chosen)
        const found = await sending.inspect(chosen, headRow)
        setSheet(found)
        choose({ ...noChoices, mapping: mappingOf(found) })
        if (!found.isCertain || headRow !== undefined) setStep('columns')
        else await check(chosen, found.format === 'json')
      }),
    toColumns: () => setStep('columns'),
    setMapping: (mapping: Mapping) => void choose({ mapping }),
    checkColumns: () => recheck({}),
    edit(changes: readonly { row: number; column: number; text: string }[]) {
      const edits = new Map(latest.current.edits)
      for (const change of changes) edits.set(`${change.row} ${change.column}`, change)
      return recheck({ edits })
    },
    discardEdits: () => recheck({ edits: new Map() }),
    decideTerms: (added: Terms) => recheck({ terms: [...latest.current.terms, ...added] }),
    invite: (isInviting: boolean) => recheck({ isInviting }),
    importTotals: (isImportingTotals: boolean) => recheck({ isImportingTotals }),
    chooseEmails: (emails: EmailChoice) => void choose({ emails }),
    importRows: (isPartial: boolean, onDone: () => void) =>
      attempt(async () => {
        checks.current++
        const answer = await sending.send(file!, 'do', { ...optionsOf(latest.current, isJson), isPartial })
        setReport(answer)
        if (!answer.isDone) return
        setStep('done')
        onDone()
      }),
    /** The options of the file with errors. */
    markedOptions: (isPartial: boolean): ImportOptions => ({ ...optionsOf(latest.current, isJson), isPartial }),
    restart() {
      checks.current++
      setFile(null)
      setReport(null)
      setSheet(null)
      setError(null)
      setStep('choose')
    },
  }
}

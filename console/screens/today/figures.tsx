import { Bars, Chart, Lines, Share } from '#console/parts/chart.tsx'
import { t } from '#console/texts/index.ts'
import type { Today } from '#contract/console/today.ts'
import { count, day } from '#ui/format.ts'
import { language } from '#ui/settings.ts'

type Figures = Today['figures']

function ByDay({ days }: { days: Figures['applicationsByDay'] }) {
  const total = days.reduce((sum, one) => sum + one.count, 0)
  const most = Math.max(...days.map((one) => one.count))
  const summary = total === 0 ? t('today.byDay.none') : t('today.byDay.summary', { count: total, most })
  const bars = days.map((one, index) => ({
    key: one.day,
    value: one.count,
    below: index % 7 === 0 && index < 28 ? day(one.day) : undefined,
  }))
  return (
    <Chart
      title={t('today.byDay')}
      summary={summary}
      head={[t('today.day'), t('today.count')]}
      rows={total === 0 ? [] : days.map((one) => [day(one.day), one.count])}
    >
      <div class="chart-sparse">
        <Bars title={summary} bars={bars} />
      </div>
    </Chart>
  )
}

function ByProject({ projects }: { projects: Figures['applicationsByProject'] }) {
  const [first] = projects
  const summary = first ? t('today.byProject.summary', { count: projects.length, name: first.name }) : t('today.byDay.none')
  return (
    <Chart
      title={t('today.byProject')}
      summary={summary}
      head={[t('today.byProject.project'), t('today.count'), t('today.byProject.waiting')]}
      rows={projects.map(({ name, count, waiting }) => [name, count, waiting])}
    >
      <Lines title={summary} lines={projects.map(({ id, ...rest }) => ({ key: id, ...rest }))} />
      <p class="chart-key" aria-hidden="true">
        <span>{t('today.byProject.decided')}</span>
        <span class="is-warm">{t('today.byProject.waiting')}</span>
      </p>
    </Chart>
  )
}

function Places({ places: { taken, all, isLimited } }: { places: Figures['places'] }) {
  const percent = new Intl.NumberFormat(language.value, { style: 'percent' }).format(all === 0 ? 0 : taken / all)
  const summary = isLimited ? t('today.places.summary', { taken, all, share: percent }) : t('today.places.none')
  const rows = [
    [t('today.places.taken'), taken],
    [t('today.places.free'), all - taken],
  ]
  return (
    <Chart title={t('today.places')} summary={summary} head={[t('today.places'), t('today.places.number')]} rows={isLimited ? rows : []}>
      <Share title={summary} part={taken} whole={all} />
    </Chart>
  )
}

const WHOLE_DAYS = 48 // hours; longer times are given in days

const duration = (hours: number | null): string => {
  if (hours === null) return '–'
  if (hours < 1) return t('today.underHour')
  const isLong = hours >= WHOLE_DAYS
  const number = Math.round((isLong ? hours / 24 : hours) * 10) / 10
  return t(isLong ? 'today.days' : 'today.hours', { count: count(number >= 10 ? Math.round(number) : number) })
}

const answerSummary = (hours: number, week: string): string =>
  hours < 1 ? t('today.answers.fast', { week }) : t('today.answers.summary', { week, text: duration(hours) })

function Answers({ weeks }: { weeks: Figures['answerHours'] }) {
  const latest = weeks.findLast(({ median }) => median !== null)
  const summary = latest ? answerSummary(latest.median!, day(latest.week)) : t('today.answers.none')
  return (
    <Chart
      title={t('today.answers')}
      summary={summary}
      head={[t('today.week'), t('today.answers.median'), t('today.answers.decided')]}
      rows={latest ? weeks.map((one) => [day(one.week), duration(one.median), one.count]) : []}
    >
      <Bars
        title={summary}
        bars={weeks.map(({ week, median }, index) => ({
          key: week,
          value: median,
          above: median === null ? '' : duration(median),
          below: index % 2 === 0 ? day(week) : '',
        }))}
      />
    </Chart>
  )
}

export const Figures = ({ figures }: { figures: Figures }) => (
  <section class="stack" aria-labelledby="figures">
    <h2 id="figures">{t('today.figures')}</h2>
    <div class="columns columns-2">
      <ByDay days={figures.applicationsByDay} />
      <Answers weeks={figures.answerHours} />
      <ByProject projects={figures.applicationsByProject} />
      <Places places={figures.places} />
    </div>
  </section>
)

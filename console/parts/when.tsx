import { ago, moment } from '#ui/time/format.ts'

/** How long ago something was; its title says when. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {ago(at)}
  </time>
)

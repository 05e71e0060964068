import { serverConfig } from './server/server-config.ts'

/** The logo of the directory, at the height of a line; the name beside it is its text. */
export function Logo({ logo = serverConfig.logo, height = 32 }: { logo?: typeof serverConfig.logo; height?: number }) {
  return logo && <img class="logo" src={logo.url} alt="" width={Math.round((logo.width / logo.height) * height)} height={height} />
}

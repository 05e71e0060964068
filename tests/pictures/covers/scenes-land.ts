import {
  at,
  circle,
  cloud,
  ellipse,
  fir,
  glow,
  gradient,
  hills,
  path,
  peaks,
  randomFrom,
  rect,
  scene,
  sky,
  stroke,
  sun,
  times,
  tree,
} from './shapes.ts'

// Scenes in the country.

export function river(): string {
  const random = randomFrom(11)
  const buoy = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      ellipse(0, 6, 60, 12, '#0d3f55', 'opacity=".35"') +
        times(
          3,
          (i) =>
            `<ellipse cx="0" cy="4" rx="${70 + i * 34}" ry="${14 + i * 8}" fill="none" stroke="#fff" stroke-width="3" opacity="${0.5 - i * 0.14}"/>`,
        ) +
        path('M-34 0h68l-14-46h-40z', '#f4f0e4') +
        path('M-26-24h52l6 24h-64z', '#e4572e') +
        rect(-5, -92, 10, 48, '#33424a') +
        circle(0, -100, 14, '#ffd166') +
        stroke('M-26-118a36 36 0 0 1 52 0M-42-134a58 58 0 0 1 84 0', '#fff', 5, 'opacity=".85"'),
    )
  return scene(
    gradient('sky', ['#f9c784', '#f6a57c', '#c9839b', '#7f7fb0']) +
      gradient('water', ['#ffd9a8', '#86b7c4', '#2f7f99', '#14536f']) +
      glow('glow', '#fff1c9'),
    sky() +
      sun(1120, 300, 62, '#fff3d1') +
      cloud(360, 190, 1.3, '#fff', 0.45) +
      cloud(760, 130, 0.9, '#fff', 0.35) +
      peaks(random, 430, 190, 6, '#8d7ba8') +
      peaks(random, 470, 130, 8, '#6d6a9a') +
      hills(random, 500, 60, 5, '#4d6a86') +
      hills(random, 560, 50, 4, '#3a6a70') +
      path(
        'M1080 505c-120 34-330 40-300 96s420 60 330 138-560 74-900 170h1180c320-120 260-190 60-240s-330-70-230-110 120-44 60-54z',
        'url(#water)',
      ) +
      stroke('M900 560c40 20 130 22 180 44M760 700c120-10 240-4 330-40M520 830c180-40 360-30 520-60', '#fff', 4, 'opacity=".35"') +
      path('M-20 640c240-50 460-30 700 40-160 60-500 90-700 160z', '#2e5f54') +
      path('M1620 590c-160-10-330 30-470 64 150 50 330 70 470 140z', '#2a5a52') +
      times(16, () => {
        const x = random(-20, 470)
        return fir(x, 690 + random(-10, 30) + x * 0.02, random(90, 190), '#1f4a45')
      }) +
      times(12, () => fir(random(1330, 1620), random(650, 700), random(90, 170), '#1d4642')) +
      buoy(930, 690, 0.72) +
      buoy(760, 826, 1.15) +
      buoy(1040, 590, 0.42) +
      path('M-20 860c180-70 330-50 480 60h-480z', '#173a38') +
      times(10, (i) => stroke(`M${30 + i * 34} 900q${random(-14, 14)}-40 ${random(-20, 20)}-${random(70, 130)}`, '#10302f', 6)),
  )
}

export function hives(): string {
  const random = randomFrom(23)
  const hive = (x: number, y: number, scale: number, colours: [string, string, string]) =>
    at(
      x,
      y,
      scale,
      ellipse(0, 4, 130, 18, '#4b6b2a', 'opacity=".5"') +
        rect(-86, -22, 14, 26, '#6b4a2f') +
        rect(72, -22, 14, 26, '#6b4a2f') +
        rect(-100, -120, 200, 104, colours[0], 8) +
        rect(-100, -120, 60, 104, '#fff', 8, 'opacity=".14"') +
        rect(-96, -214, 192, 94, colours[1], 8) +
        rect(-96, -214, 58, 94, '#fff', 8, 'opacity=".14"') +
        path('M-116-214h232l-14-40h-204z', colours[2]) +
        rect(-44, -44, 88, 14, '#3b2b20', 7) +
        rect(-22, -176, 44, 10, '#3b2b20', 5, 'opacity=".6"'),
    )
  const bee = (x: number, y: number, scale: number, turn: number) =>
    at(
      x,
      y,
      scale,
      ellipse(-10, -20, 16, 10, '#fff', 'opacity=".8" transform="rotate(-24)"') +
        ellipse(14, -20, 16, 10, '#fff', 'opacity=".7" transform="rotate(18)"') +
        ellipse(0, 0, 30, 20, '#f7b731') +
        path('M-10-19q6 19 0 38h10q6-19 0-38zM12-17q5 17 0 34h8q6-17 0-34z', '#3b2b20'),
      `rotate(${turn})`,
    )
  return scene(
    gradient('sky', ['#8fd0e8', '#cfeaf0', '#fdf3d0']) + glow('glow', '#fff4c4'),
    sky() +
      sun(300, 210, 70, '#ffe9a3') +
      cloud(820, 180, 1.5, '#fff', 0.9) +
      cloud(1300, 120, 1.1, '#fff', 0.75) +
      hills(random, 500, 90, 5, '#a8d08d') +
      hills(random, 560, 80, 4, '#86bb6a') +
      times(9, () => tree(random(0, 1600), random(520, 560), random(120, 190), '#4f9a55', '#8fca6e', '#6b4a2f')) +
      hills(random, 650, 50, 4, '#6aa84f') +
      hive(1290, 650, 0.62, ['#f2c14e', '#f7e3b0', '#7a5135']) +
      hive(980, 700, 0.82, ['#5aa9c7', '#e9f2f2', '#44657a']) +
      hive(560, 790, 1.2, ['#f0a03c', '#fbe6bd', '#8a4f2d']) +
      hills(random, 850, 40, 5, '#4f8f3f') +
      times(46, () => {
        const [x, y] = [random(0, 1600), random(800, 890)]
        const colour = ['#fff', '#f9d54a', '#e86a8a', '#b59be6'][Math.floor(random(0, 4))]!
        return (
          stroke(`M${x.toFixed(0)} ${(y + 30).toFixed(0)}V${y.toFixed(0)}`, '#3a7434', 4) +
          circle(x, y, random(7, 13), colour) +
          circle(x, y, 4, '#f2a51e')
        )
      }) +
      bee(800, 420, 1.25, -12) +
      bee(1100, 330, 0.8, 14) +
      bee(380, 470, 0.7, 8) +
      bee(1370, 420, 0.55, -8) +
      stroke('M700 500q-20-90 70-80M1010 400q-10-70 60-66', '#5f5a40', 4, 'stroke-dasharray="2 16" opacity=".7"'),
  )
}

export function smokeOverForest(): string {
  const random = randomFrom(31)
  const row = (y: number, least: number, most: number, fill: string, count: number) =>
    times(count, (i) => fir((i / count) * 1660 - 20 + random(-18, 18), y + random(-10, 26), random(least, most), fill))
  return scene(
    gradient('sky', ['#f2d7b3', '#eab48c', '#c98a84']) +
      glow('glow', '#ffe7bd') +
      gradient('smoke', ['#6f6470', '#9b8a8b', '#e6d3c4'], 'x2="0" y1="1" y2="0"'),
    sky() +
      sun(420, 300, 84, '#fdeccb') +
      peaks(random, 480, 150, 5, '#b98d8f') +
      hills(random, 510, 60, 5, '#92797f') +
      path(
        'M1060 560c-30-80 20-120-6-190s60-90 40-160 90-110 180-150 190-10 340-90v190c-130 70-230 40-300 100s-40 110-80 150-10 90-50 150z',
        'url(#smoke)',
        'opacity=".92"',
      ) +
      path('M1080 560c-10-70 40-110 20-170s60-80 60-140 90-90 160-110-60 60-70 130-60 70-50 130-50 90-60 160z', '#fff', 'opacity=".16"') +
      row(560, 60, 110, '#6f7273', 46) +
      rect(0, 540, 1600, 360, '#6f7273') +
      path('M1010 566q60-26 130 0z', '#f2a154', 'opacity=".9"') +
      row(640, 90, 160, '#4f6260', 38) +
      rect(0, 622, 1600, 300, '#4f6260') +
      at(
        300,
        690,
        1,
        stroke('M-70 120L-34-190M70 120L34-190M-60 30L48-80M60 30L-48-80M-44-110h88', '#3a2c28', 11) +
          rect(-62, -270, 124, 74, '#7a4b35', 4) +
          rect(-50, -256, 100, 34, '#ffe3a6', 3) +
          path('M-84-268L0-330l84 62z', '#4b2f28') +
          stroke('M0-330v-60', '#3a2c28', 6) +
          circle(0, -396, 9, '#e4572e'),
      ) +
      row(750, 130, 230, '#2f4a48', 30) +
      rect(0, 730, 1600, 200, '#2f4a48') +
      row(900, 190, 330, '#16302f', 24) +
      rect(0, 860, 1600, 40, '#16302f'),
  )
}

export function shore(): string {
  const random = randomFrom(47)
  return scene(
    gradient('sky', ['#6fb7d9', '#bfe3ea', '#fdf0d8']) +
      gradient('sea', ['#8fd3d8', '#3d9db3', '#1c6f8f', '#134f70']) +
      glow('glow', '#fff6d6'),
    sky() +
      sun(260, 220, 60, '#fff2c8') +
      cloud(620, 190, 1.2, '#fff', 0.9) +
      cloud(1050, 110, 0.8, '#fff', 0.7) +
      rect(0, 470, 1600, 430, 'url(#sea)') +
      path('M0 474c60-24 160-34 260-10 60 14 120 10 180 6H0z', '#7c9c8e') +
      times(14, () => stroke(`M${random(0, 1100).toFixed(0)} ${random(500, 820).toFixed(0)}q30-10 60 0t60 0`, '#fff', 4, 'opacity=".4"')) +
      path('M1000 900c30-70 80-110 140-180s60-120 130-160l350 0v340z', '#f3e2bd') +
      path(
        'M1620 320c-120 10-200 40-240 110-30 54-110 60-130 130-14 50-110 70-90 140 14 50-70 70-60 120 6 34-40 60-60 100h600z',
        '#d8b98f',
      ) +
      path('M1620 320c-120 10-200 40-240 110-20 36-60 50-92 78 90-30 170-70 220-70 40 0 80-10 112-30z', '#7fae62') +
      path('M1390 470c-30 60-90 76-110 130s-80 80-70 130 40-60 90-90 60-110 110-130-10-20-20-40z', '#b9966c') +
      path('M1040 900c20-40 66-66 60-100-10-50 74-70 60-120-16-60 50-84 76-110-60 40-150 70-190 130s-130 80-170 200z', '#f3e2bd') +
      stroke('M870 900c40-110 110-130 160-190s90-90 150-120', '#fff', 12, 'opacity=".75"') +
      at(
        1440,
        420,
        1,
        path('M-36 0l12-190h48l12 190z', '#f7f3ea') +
          path('M-33-50l4-50h58l4 50zM-28-128l3-40h50l3 40z', '#d1495b') +
          rect(-32, -204, 64, 16, '#33424a') +
          rect(-20, -240, 40, 38, '#ffe29a') +
          path('M-30-240h60L0-276z', '#d1495b'),
      ) +
      path('M1420 190L720 96v90L1420 210z', '#fff2c8', 'opacity=".3"') +
      at(
        640,
        330,
        1.15,
        path('M0 40L-190 330h330z', '#fff', 'opacity=".16"') +
          stroke('M-110-20L-40 6M110-20L40 6', '#2b3a42', 12) +
          path('M-54-14q54-30 108 0l-12 40h-84z', '#f4f6f7') +
          rect(-54, -16, 108, 12, '#e4572e', 6) +
          circle(0, 26, 17, '#2b3a42') +
          circle(0, 26, 8, '#7cc6e8') +
          ellipse(-112, -30, 74, 8, '#2b3a42', 'opacity=".55"') +
          ellipse(112, -30, 74, 8, '#2b3a42', 'opacity=".55"') +
          rect(-117, -34, 10, 18, '#2b3a42') +
          rect(107, -34, 10, 18, '#2b3a42'),
      ) +
      times(5, (i) => stroke(`M${330 + i * 62} ${290 - (i % 2) * 40}q14-16 26 0 14-16 26 0`, '#41616e', 5)),
  )
}

export function village(): string {
  const random = randomFrom(59)
  const house = (x: number, y: number, scale: number, wall: string, roof: string) =>
    at(
      x,
      y,
      scale,
      rect(-70, -80, 140, 84, wall) +
        times(5, (i) => rect(-70, -70 + i * 15, 140, 3, '#000', 0, 'opacity=".12"')) +
        path('M-92-76L0-160l92 84z', roof) +
        rect(38, -160, 22, 50, '#5a3b35') +
        rect(-50, -58, 34, 36, '#ffdd8f', 2) +
        rect(14, -58, 34, 36, '#ffdd8f', 2) +
        stroke('M-33-58v36M-50-40h34M31-58v36M14-40h34', roof, 4) +
        rect(-56, -64, 46, 5, '#f4efe2') +
        rect(8, -64, 46, 5, '#f4efe2'),
    )
  return scene(
    gradient('sky', ['#1f2a58', '#3d4684', '#8a6a9d', '#e8a08c']) +
      glow('glow', '#fff3cf', 0.35) +
      gradient('field', ['#55517f', '#34365f']),
    sky() +
      times(70, () => circle(random(0, 1600), random(0, 380), random(1, 3), '#fff', `opacity="${random(0.3, 0.9).toFixed(2)}"`)) +
      sun(1240, 190, 56, '#fff2cf') +
      circle(1262, 178, 50, '#454b86', 'opacity=".35"') +
      hills(random, 500, 110, 4, '#65598f') +
      hills(random, 560, 80, 5, '#4f4a80') +
      times(22, () => fir(random(0, 1600), random(545, 575), random(60, 110), '#413f72')) +
      hills(random, 640, 60, 4, 'url(#field)') +
      path('M905 606c-30 50 40 80-10 130s-190 90-250 180h420c-10-90 50-120 20-180s-150-70-150-130z', '#b98f86', 'opacity=".75"') +
      at(
        1120,
        640,
        1.15,
        rect(-26, -170, 52, 174, '#e7dcd0') +
          path('M-38-168h76L0-240z', '#54799c') +
          path('M-14-250a14 20 0 0 1 28 0c0 10-8 14-14 22-6-8-14-12-14-22z', '#e8b64c') +
          rect(-8, -140, 16, 34, '#3a3150', 8),
      ) +
      house(130, 650, 1, '#6f4e4a', '#37304f') +
      house(960, 660, 1, '#7d5a50', '#3c3355') +
      house(1390, 730, 1.7, '#7a554b', '#332c49') +
      house(460, 770, 2, '#8a6253', '#3a3150') +
      stroke('M556 440q-30-50 14-90t0-90M1474 450q-26-50 12-84t0-80', '#fff', 18, 'opacity=".18"') +
      hills(random, 850, 40, 5, '#25274b') +
      times(26, (i) => rect(i * 66 - 10, 800 + (i % 3) * 3, 12, 74, '#191b38', 4)) +
      stroke('M-10 826H1620M-10 856H1620', '#191b38', 8),
  )
}

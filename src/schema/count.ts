/** 1 as "1 review", 2 as "2 reviews". */
export const toCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

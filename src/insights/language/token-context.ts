/** The word without 's, 'll and the like. */
export const stripClitic = (word: string): string => word.replace(/'(?:s|ll|d|ve|re)?$/, "");

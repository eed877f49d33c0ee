"""Sound as numbers: samples, codecs, resampling, mixing, and what a telephone line does to it. Pure; needs `callproof[live]`.

Everywhere a signal is a one-dimensional float32 array with full scale at 1.0, mono, at a rate in Hz that is said beside it.
"""

